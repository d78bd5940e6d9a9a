/** Words that stand alone in the names of secrets; within another word, as in `author` or `shipping`, they mean nothing. */
const WORDS = new Set([
  ...['auth', 'oauth', 'otp', 'totp', 'pin', 'pwd', 'pass', 'sid', 'sig', 'hmac', 'bearer', 'jwt', 'csrf', 'xsrf'],
])

/** What the name of a secret has in it, wherever its words begin and end: `client_secret`, `x-amz-security-token`. */
const PARTS = [
  ...['authoriz', 'authentica', 'cookie', 'credential', 'session', 'sessid', 'signature', 'assertion', 'secret'],
  ...['password', 'passwd', 'passphrase', 'passcode', 'authtoken', 'accesstoken', 'csrf', 'xsrf'],
  ...['apikey', 'accesskey', 'privatekey', 'secretkey', 'signingkey', 'encryptionkey', 'subscriptionkey', 'authkey'],
]

/** Whole names that say too little to be looked for in others. */
const NAMES = new Set(['xaccess', 'xkey', 'xauth', 'xtoken'])

/**
 * Whether a value of this name is a secret, which must not stand in a report or in a file: the name of a header, a query,
 * a form field or a key of a JSON object. Case and separators do not count: `x-api-key`, `apiKey` and `API_KEY` are one.
 * @example
 * isSecretName('client_secret') // true
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  const whole = words.join('')
  return (
    NAMES.has(whole) ||
    words.some((word) => WORDS.has(word) || word.endsWith('token')) ||
    PARTS.some((part) => whole.includes(part))
  )
}
