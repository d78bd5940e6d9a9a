import { parentPort, workerData } from 'node:worker_threads'

// A worker thread that tells its parent what it was answered.
const response = await fetch(workerData)
parentPort.postMessage(await response.text())
