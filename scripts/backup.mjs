import { command } from './prepare.mjs'

await command('backup', process.argv.slice(2))
