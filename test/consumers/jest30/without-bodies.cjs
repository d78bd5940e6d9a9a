const { TestEnvironment } = require('jest-environment-node')

/** Node's fetch without the classes of bodies, as in the environment of Jest 27. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of ['Blob', 'File', 'FormData']) Reflect.deleteProperty(this.global, name)
  }
}
