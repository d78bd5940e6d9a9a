const { writeFileSync } = require('node:fs')

/** Writes down the heap after each file, in bytes. */
module.exports = class HeapReporter {
  heaps = []

  onTestResult(_test, { memoryUsage }) {
    this.heaps.push(memoryUsage)
  }

  onRunComplete() {
    writeFileSync('heaps.json', JSON.stringify(this.heaps))
  }
}
