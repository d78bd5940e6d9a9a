describe('users', () => {
  it('fails: No stub answers GET https://api.test/teams', async () => {
    await fetch('https://api.test/teams').catch(() => {})
  })

  it('the next test passes', async () => {
    await fetch('https://api.test/users')
  })
})
