import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SKIPPED = 77

/** Opens the machine's own Chromium; without one the check is skipped. */
export function openBrowser() {
  const path = process.env.CHROMIUM ?? findChromium()
  if (path === undefined) {
    console.log(`skipped: there is no ${NAMES.join(', ')} in PATH, and CHROMIUM names none`)
    process.exit(SKIPPED)
  }
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

function findChromium() {
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
