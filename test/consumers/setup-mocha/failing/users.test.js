// The root hooks of test/hooks.js. A test named `fails: …` has to fail, with the message that follows; the others have to pass.
describe('users', () => {
  it('fails: No stub answers GET https://api.test/teams', async () => {
    await fetch('https://api.test/teams').catch(() => {})
  })

  it('fails: No stub answers GET https://api.test/not-caught', async () => {
    await fetch('https://api.test/not-caught')
  })

  it('the next test passes', async () => {
    await fetch('https://api.test/users')
  })
})
