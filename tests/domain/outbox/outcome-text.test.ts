import { expect, test } from 'vitest'
import { outcomeText } from '../../../src/domain/outbox/outbox.ts'

test.each([
  ['mail', 'sent', 250, '2.0.0 Ok: queued', 'El servidor de correo lo aceptó.'],
  ['mail', 'failed', 550, 'No such user', 'El servidor de correo no lo aceptó (código 550).'],
  ['mail', 'unconfirmed', null, 'No se pudo enviar.', 'No se pudo enviar.'],
  ['mail', 'waiting', null, '', ''],
  ['webhook', 'sent', 200, 'ok', 'El servidor lo recibió.'],
  ['webhook', 'failed', 500, '', 'El servidor respondió con el código 500.'],
] as const)(
  'a %s in the state %s with the response %s «%s» is described as: %s',
  (kind, state, status, answer, text) => {
    expect(outcomeText({ kind, state, status, answer })).toBe(text)
  },
)
