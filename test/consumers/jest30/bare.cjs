const { TestEnvironment } = require('jest-environment-node')

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of ['Blob', 'File', 'FormData']) Reflect.deleteProperty(this.global, name)
  }
}
