/** Words that stand alone in the names of secrets; within another word, as in `author` or `shipping`, they mean nothing. */
const WORDS = new Set([
  ...['auth', 'oauth', 'otp', 'totp', 'pin', 'pwd', 'pass', 'sid', 'sig', 'hmac', 'bearer', 'jwt', 'csrf', 'xsrf'],
])

/** Parts of the names of secrets, wherever their words begin and end: `client_secret`, `x-amz-security-token`. */
const PARTS = [
  ...['authoriz', 'authentica', 'cookie', 'credential', 'session', 'sessid', 'signature', 'assertion', 'secret'],
  ...['password', 'passwd', 'passphrase', 'passcode', 'authtoken', 'accesstoken', 'csrf', 'xsrf'],
  ...['apikey', 'accesskey', 'privatekey', 'secretkey', 'signingkey', 'encryptionkey', 'subscriptionkey', 'authkey'],
]

/** Names of secrets that are too common to be looked for as parts of other names. */
const NAMES = new Set(['xaccess', 'xkey', 'xauth', 'xtoken'])

/**
 * Whether a value of this name is a secret, which no report and no file may contain: the name of a header, a query,
 * a form field or a key of a JSON object. Case and separators do not count: `x-api-key`, `apiKey` and `API_KEY` are one.
 * @example
 * isSecretName('client_secret') // true
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]/)
  const whole = words.join('')
  return (
    NAMES.has(whole) ||
    words.some((word) => WORDS.has(word) || word.endsWith('token')) ||
    PARTS.some((part) => whole.includes(part))
  )
}

/** Whether a raw body names a secret, as a form or as JSON: `client_secret=…`, `"password":`. */
export function hasSecret(text: string): boolean {
  return [...text.slice(0, 2000).matchAll(/([\w-]+)["']?\s*[:=]/g)].some(([, name]) => isSecretName(name as string))
}
