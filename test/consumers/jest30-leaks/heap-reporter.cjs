const { writeFileSync } = require('node:fs')

/** Writes down of each file the heap after it, in bytes, whether it leaked, and whether a test failed. */
module.exports = class HeapReporter {
  files = []

  onTestResult(_test, { memoryUsage, leaks, numFailingTests }) {
    this.files.push({ heap: memoryUsage, leaked: leaks, failed: numFailingTests > 0 })
  }

  onRunComplete() {
    writeFileSync('files.json', JSON.stringify(this.files))
  }
}
