import { command } from './prepare.mjs'

await command('read-back', process.argv.slice(2))
