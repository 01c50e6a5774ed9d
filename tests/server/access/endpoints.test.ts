import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { columnCallers, type MatrixCaller } from './callers.ts'
import { EXPECTATIONS } from './expectations.ts'
import { answersOf, expectedOf } from './matrix.ts'
import { prepareScene, type Scene } from './scene.ts'

const server = testApp({ keep: true })
let scene: Scene
let sa: MatrixCaller[]

beforeAll(async () => {
  scene = await prepareScene(server)
  const { granted } = await columnCallers(server, scene.people)
  sa = granted.filter(({ name }) => name === 'sa')
  expect(sa).toHaveLength(1)
})

test.each(EXPECTATIONS)('$endpoint answers sa', async (row) => {
  expect(await answersOf(server.app, scene, row, sa)).toEqual(expectedOf(row, sa))
})
