import Jasmine from 'jasmine'

// Prints what Mocha's reporter `json` prints, and fails if a spec failed.
const jasmine = new Jasmine()
const specs = []
jasmine.loadConfigFile('spec/support/jasmine.json')
jasmine.clearReporters()
jasmine.addReporter({ specDone: (spec) => specs.push(spec) })
jasmine.exitOnCompletion = false
const { overallStatus } = await jasmine.execute(['failing/*.test.js'])
const ended = (status) => specs.filter((spec) => spec.status === status)
console.log(
  JSON.stringify({
    passes: ended('passed').map(({ description }) => ({ title: description })),
    failures: ended('failed').map(({ description, failedExpectations }) => ({
      title: description,
      err: { message: failedExpectations.map(({ message }) => message).join('\n') },
    })),
  }),
)
process.exitCode = overallStatus === 'passed' ? 0 : 1
