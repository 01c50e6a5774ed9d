import { availableParallelism } from 'node:os'
import { install } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { verifySteps } from './steps.mjs'

await install()
conclude(await runSteps(verifySteps, Math.min(2, availableParallelism())))
