import { command } from './prepare.mjs'

await command('maintain', process.argv.slice(2))
