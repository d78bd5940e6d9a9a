const response = await fetch('/api/users')
const users = await response.json()
document.body.append(users.map(({ name }) => name).join(', '))
