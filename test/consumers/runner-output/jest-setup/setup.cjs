require('../mocks.cjs').mocks.start()
