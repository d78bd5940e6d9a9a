/** The tests of `mynah/collection`, whichever way the modules were loaded. */
exports.testCollection = ({ setupMocks }, { collection }) => {
  const users = collection('/users', [{ id: 1, name: 'Ada' }])
  const mocks = setupMocks([...users])
  beforeAll(mocks)

  test('what is created is in the list', async () => {
    const created = await fetch('https://api.test/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Bob"}',
    })
    expect([created.status, await created.json()]).toEqual([201, { name: 'Bob', id: 2 }])
    expect(users.in(mocks).all()).toEqual(await (await fetch('https://api.test/users')).json())
  })

  test('the next test begins with the seed', () => {
    expect(users.in(mocks).all()).toEqual([{ id: 1, name: 'Ada' }])
  })

  test('a wrong seed is refused where it is written', () => {
    expect(() => collection('/users', [{ name: 'Ada' }])).toThrow("seed[0] has no field 'id', which is the id")
  })
}
