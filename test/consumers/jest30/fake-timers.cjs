exports.testFakeTimers = ({ rest, setupMocks }, axios, jest) => {
  beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))

  beforeEach(() => {
    jest.useFakeTimers()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  test('requests are answered while the timers stand still', async () => {
    for (let count = 0; count < 100; count++) await fetch('https://api.test/users')
    expect((await axios.get('https://api.test/users')).data).toEqual([{ id: 1 }])
  })
}
