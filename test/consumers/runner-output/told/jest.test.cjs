require('./cases.cjs').declare(beforeAll, afterEach, describe, test, (a, b) => expect(a).toEqual(b))
