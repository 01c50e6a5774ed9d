import { command } from './prepare.mjs'

await command('restore', process.argv.slice(2))
