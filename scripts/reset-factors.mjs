import { command } from './prepare.mjs'

await command('reset-factors', process.argv.slice(2))
