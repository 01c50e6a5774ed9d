import { beforeAll, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { columnCallers, type MatrixCaller } from './callers.ts'
import { ENDPOINTS } from './declarations.ts'
import { expectDeclared } from './matrix.ts'
import { prepareScene, type Scene } from './scene.ts'

const server = testApp({ keep: true })
let scene: Scene
let sa: MatrixCaller[]

beforeAll(async () => {
  scene = await prepareScene(server)
  const { granted } = await columnCallers(server, scene.people)
  sa = granted.filter(({ name }) => name === 'sa')
})

test.each(ENDPOINTS)('$endpoint answers sa', (declared) => expectDeclared(server.app, scene, declared, sa))
