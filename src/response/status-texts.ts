import codes from 'statuses/codes.json' with { type: 'json' }

/** The reason phrases of statuses (IANA, HTTP Status Code Registry), as Node has them too. */
export const STATUS_TEXTS: Readonly<Record<number, string>> = codes
