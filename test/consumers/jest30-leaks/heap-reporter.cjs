const { writeFileSync } = require('node:fs')

/** Writes down of each file the heap after it, in bytes, whether it leaked, and whether a test failed. */
module.exports = class HeapReporter {
  files = []

  onTestResult(_test, { memoryUsage, numFailingTests, testExecError }) {
    // Jest puts an error in the place of the result of a file that leaks.
    const leaked = testExecError?.message.includes('leaking memory') === true
    const failed = numFailingTests > 0 || (testExecError && !leaked)
    this.files.push({ heap: memoryUsage, leaked, failed })
  }

  onRunComplete() {
    writeFileSync('files.json', JSON.stringify(this.files))
  }
}
