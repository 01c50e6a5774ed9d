import { command } from './prepare.mjs'

await command('seal', process.argv.slice(2))
