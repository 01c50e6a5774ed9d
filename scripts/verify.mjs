import { availableParallelism } from 'node:os'
import { install } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { stepsOf } from './steps.mjs'

await install()
conclude(await runSteps(stepsOf('verify'), Math.min(2, availableParallelism())))
