import { describe, expect, test } from 'vitest'
import {
  hasSecret,
  isNaming,
  isSecretName,
  isSecretQuery,
  isValueOfNamed,
} from '../../../src/core/secrets/secret-names.ts'

describe('the name of a secret', () => {
  test.each([
    ...['authorization', 'Proxy-Authorization', 'www-authenticate', 'authentication-info', 'x-auth', 'x-oauth-scopes'],
    ...['cookie', 'set-cookie', 'sessionId', 'JSESSIONID', 'PHPSESSID', 'connect.sid', 'x-session'],
    ...['x-access-key', 'x-private-key', 'x-passwd', 'x-pwd', 'x-bearer', 'x-otp', 'x-access', 'x-passphrase'],
    ...['ocp-apim-subscription-key', 'x-api-key', 'apiKey', 'API_KEY', 'apikey', 'AWSAccessKeyId', 'x-goog-api-key'],
    ...['token', 'access_token', 'refreshToken', 'x-amz-security-token', 'id_token', 'X-Vault-Token', 'authtoken'],
    ...['password', 'user[password]', 'newPassword', 'passphrase', 'pin', 'userPin', 'otp', 'jwt', 'pwd'],
    ...['client_secret', 'clientSecret', 'client_assertion', 'X-Amz-Signature', 'X-Amz-Credential', 'sig', 'hmac'],
    ...['apiKeys', 'api_keys', 'api-keys', 'APIKeys', 'tokens', 'accessTokens', 'refresh-tokens', 'passwords', 'jwts'],
    ...['dd-application-key', 'x-functions-key', 'ddApplicationKey', 'functions_key', 'x-master-key', 'apiKey2'],
    ...['OTPCode', 'userPINHash', 'HOTP', 'mpin', 'cardPin', 'PINCode', 'puk', 'CVV', 'cvc2', 'card_cvv2', 'mnemonic'],
    ...['verification_code', 'verificationCode', 'smsCode', 'mfa_code', '2faCode', 'twoFactorCode', 'two_factor_code'],
    ...['securityCode', 'recoveryCodes', 'backup-codes', 'activation_code', 'resetCode', 'loginCode', 'device_code'],
    ...['inviteCode', 'unlock_code', 'oneTimeCode', 'one-time-code', 'code_verifier', 'codeVerifier', 'magicCode'],
    ...['securityAnswer', 'security_answer_1', 'securityQuestionAnswer', 'recoveryAnswers', 'challenge_answer'],
    ...['seedPhrase', 'recovery_phrase', 'memorableWord', 'mothersMaidenName', 'SMSVerificationCode'],
    ...['csrf-token', 'csrfmiddlewaretoken', 'x-xsrf-token', 'X-XSRFToken', '_csrf', 'X-OTP', 'user2Pin', 'x.sid'],
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })
})

describe('the name of something else', () => {
  test.each([
    ...['', 'id', 'name', 'author', 'authors', 'shipping', 'pinned', 'spinner', 'key', 'keys', 'sort_key', 'access'],
    ...[
      'max_tokens',
      'completionTokens',
      'side',
      'inside',
      'significant',
      'design',
      'passed',
      'passenger',
      'compass',
      'tokenscope',
      'psin',
    ],
    ...['monkey', 'keyboard', 'keywords', 'app_keywords', 'tokenize', 'tokenizer', 'sortKey', 'publicKey', 'cache-key'],
    ...['total_tokens', 'prompt_tokens_details', 'x-ratelimit-remaining-tokens', 'idempotency-key', 'foreign_keys'],
    ...[
      'code',
      'codes',
      'statusCode',
      'error_code',
      'countryCode',
      'zipCode',
      'postcode',
      'colorCode',
      'code_challenge',
    ],
    ...[
      'answer',
      'answers',
      'question',
      'phrase',
      'securityQuestion',
      'verification',
      'recoveryEmail',
      'HTTPStatus',
      'URLs',
    ],
    ...['content-type', 'x-request-id', 'accept', 'x-total', 'ключ', '名前'],
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

test.each(['key', 'KEY', 'key[]', 'token'])('?%s= is a secret', (name) => {
  expect(isSecretQuery(name)).toBe(true)
})

test.each(['keys', 'keyword', 'sort_key', 'page'])('?%s= is not a secret', (name) => {
  expect(isSecretQuery(name)).toBe(false)
})

const NAMING = ['id', 'K', 'n', 'field', 'label', 'header', 'param', 'parameter', 'property', 'attribute', 'variable']

test.each([...NAMING, 'name', 'userName', 'key', 'apiKey'])('the value of %s may name a secret', (key) => {
  expect(isNaming(key)).toBe(true)
})

test.each(['ids', 'paid', 'kind', 'an', 'fields', 'names', 'keys', 'title'])('the value of %s names nothing', (key) => {
  expect(isNaming(key)).toBe(false)
})

test.each(['value', 'values', 'newValue', 'VALUES', 'v', 'val'])(
  '%s may be the value of what another key names',
  (key) => {
    expect(isValueOfNamed(key)).toBe(true)
  },
)

test.each(['valued', 'valuesOf', 'valu', 'av', 'vs', 'oval', 'vals'])('%s is a value of its own', (key) => {
  expect(isValueOfNamed(key)).toBe(false)
})

describe('a raw body with a secret', () => {
  test.each([
    { title: 'a form', text: 'id=1&client_secret=x', expected: true },
    { title: 'JSON', text: '{"id":1,"password":"x"}', expected: true },
    { title: 'JSON with spaces', text: '{ "password" : "x" }', expected: true },
    { title: 'JavaScript', text: "{ 'password': 'x' }", expected: true },
    { title: 'a name with a dash', text: 'x-pin:1', expected: true },
    { title: 'a name behind another', text: 'a=1 user-pin  = 2', expected: true },
    { title: 'a name whose value is between two quotes', text: `pin"'=1`, expected: false },
    { title: 'YAML', text: 'id: 1\npassword: x', expected: true },
    { title: 'no name of a secret', text: '{"id":1}', expected: false },
    { title: 'such a name without a value', text: 'my password', expected: false },
    { title: 'such a name far behind all that a report shows', text: `${'x'.repeat(2000)}&pin=1`, expected: false },
  ])('$title', ({ text, expected }) => {
    expect(hasSecret(text)).toBe(expected)
  })
})
