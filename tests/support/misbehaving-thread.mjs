// Replaces the sandbox thread: the guide's URL is a behaviour, optionally followed by a space and a file.
import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const [behaviour, file] = workerData.input.address.split(' ')
const kept = []
const behaviours = {
  answer: () => parentPort.postMessage({ value: ['[]'] }),
  spin: () => {
    while (kept.length === 0);
  },
  fill: () => {
    while (kept.length >= 0) kept.push(`${kept.length}`.repeat(100).split(''))
  },
  wait: () => setInterval(() => undefined, 1000),
  hold: () => setInterval(() => existsSync(file) && process.exit(0), 5),
  throw: () => {
    throw new Error('the reader is broken')
  },
  leave: () => process.exit(0),
  tell: () =>
    parentPort.postMessage({ value: [JSON.stringify({ env: process.env, execArgv: process.execArgv })] }),
}

behaviours[behaviour]()
