import { build, install } from './prepare.mjs'

await install()
await build({ ifNeeded: process.argv.includes('--if-needed') })
