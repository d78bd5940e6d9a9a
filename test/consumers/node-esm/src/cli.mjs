// Prints the names of the users, one a line.
const response = await fetch('https://api.test/users')
for (const { name } of await response.json()) console.log(name)
