import { serve } from './prepare.mjs'

await serve(['--demo', ...process.argv.slice(2)])
