import { expect, it } from 'vitest'
import { unseenText } from '../../../src/domain/batches/unseen.ts'

it.each([
  [1, 1, ['Ana'], 'El elegido no se ve con la búsqueda actual: Ana.'],
  [1, 3, ['Ana'], '1 de los 3 no se ve con la búsqueda actual: Ana.'],
  [2, 3, ['Ana', 'Luis'], '2 de los 3 no se ven con la búsqueda actual: Ana y Luis.'],
  [2, 3, ['Ana', 'Inés'], '2 de los 3 no se ven con la búsqueda actual: Ana e Inés.'],
  [
    1_205,
    1_300,
    ['A', 'B', 'C', 'D', 'E'],
    '1,205 de los 1,300 no se ven con la búsqueda actual: A, B, C, D, E y 1,200 más.',
  ],
  [2, 3, [], '2 de los 3 no se ven con la búsqueda actual.'],
])('names the %i of %i selected records that the search hides', (unseen, chosen, names, text) => {
  expect(unseenText(unseen, chosen, names)).toBe(text)
})
