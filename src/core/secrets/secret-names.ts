/** Words that stand alone in the names of secrets, also in the plural; within another word, as in `author`, they mean nothing. */
const WORDS = new Set(
  wordsOf(
    'auth oauth otp totp hotp pin mpin tpin puk cvv cvv2 cvc cvc2 cvn pw pw1 pw2 psw pswd pwd pwd1 pwd2 pass pass1 pass2 sid sig hmac bearer jwt csrf xsrf mnemonic',
  ),
)

/** Parts of the names of secrets, wherever their words begin and end: `client_secret`, `x-amz-security-token`. */
const PARTS = wordsOf(`
  authoriz authentica cookie credential session sessid signature assertion secret
  password passwd passphrase passcode authtoken accesstoken csrf xsrf codeverifier maidenname`)

/** What a key opens, as its name says. Other keys sort, cache or name something. */
const OPENED = wordsOf(`
  access account admin api app application auth client consumer cryption deploy developer function functions host
  integration license master merchant partner private root secret security server service shared signing ssh
  subscription symmetric webhook write`)
const KEY = new RegExp(`(?:${OPENED.join('|')})-?keys?\\d*(?:-|$)`)

/** What a code, an answer or a phrase proves or opens. Other codes name something: a status, a country, an error. */
const PROVED = wordsOf(`
  access activation auth backup challenge confirm confirmation device factor 2fa invitation invite login magic mfa memorable
  one-time pairing reset recovery security seed sign-in signin sms tfa unlock verification verify verify-email`)
const PROOF = new RegExp(
  `(?:^|-)(?:${PROVED.join('|')})-?(?:question-?)?(?:codes?|answers?|phrases?|words?)\\d*(?:-|$)`,
)

/** Words of names of numbers, such as `max_tokens`: a language model counts tokens. */
const COUNTED = new Set(
  wordsOf(`
  max min total count num number limit ratelimit remaining budget per used usage window context billed
  prompt completion input output cache cached reasoning thinking prediction generated audio text image`),
)

/** Names of secrets that are too common to be looked for as parts of other names. */
const SECRET_NAMES = new Set(['xaccess', 'xkey', 'xauth', 'xtoken'])

/**
 * Whether a value of this name is a secret, which no report and no file may contain: the name of a header, a query,
 * a form field or a key of a JSON object. Case and separators do not count: `x-api-key`, `apiKey` and `API_KEY` are one.
 * @example
 * isSecretName('client_secret') // true
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    // The words of `OTPCode` and `userPINHash`.
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]/)
  const whole = words.join('')
  return (
    SECRET_NAMES.has(whole) ||
    words.some((word) => WORDS.has(word) || WORDS.has(word.replace(/s$/, '')) || /token\d*$/.test(word)) ||
    (words.some((word) => word.endsWith('tokens')) && !words.some((word) => COUNTED.has(word))) ||
    PARTS.some((part) => whole.includes(part)) ||
    KEY.test(words.join('-')) ||
    (/code|answer|phrase|word/.test(whole) && PROOF.test(words.join('-')))
  )
}

/** Whether the value of a query is a secret: `?key=` is an API key for many services, but `key` in JSON is not. */
export function isSecretQuery(name: string): boolean {
  return /^key(?:\[|$)/i.test(name) || isSecretName(name)
}

/** Whether the value of a key is the name of another key's value, as in `{ name: 'password', value: 'abc' }`. */
export function isNaming(key: string): boolean {
  return /^(?:id|k|n|field|label|header|param|parameter|property|attribute|variable)$|name$|key$/i.test(key)
}

/** Whether a key has the value of what another key names. */
export function isValueOfNamed(key: string): boolean {
  return /values?$|^(?:v|val)$/i.test(key)
}

/** Whether a raw body names a secret, as a form or as JSON: `client_secret=…`, `"password":`. */
export function hasSecret(text: string): boolean {
  return [...text.slice(0, 2000).matchAll(/([\w-]+)["']?\s*[:=]/g)].some(([, name]) => isSecretName(name as string))
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}
