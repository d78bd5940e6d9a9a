import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SKIPPED = 77

/** Has Playwright launch the machine's own Chromium; without one the check is skipped. */
export function launchOptions() {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    console.log(`skipped: there is no ${NAMES.join(', ')} in PATH, and CHROMIUM names none`)
    process.exit(SKIPPED)
  }
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** Returns the path of the machine's own Chromium, or of the one that the environment variable CHROMIUM names. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
