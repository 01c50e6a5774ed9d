import { SourceFailed, type SourceFailure } from '../http/errors.ts'

const MESSAGES: Record<SourceFailure, string> = {
  address: 'La dirección debe comenzar con http:// o https://.',
  private: 'La dirección pertenece a una red privada y no se permite.',
  redirects: 'La dirección redirige demasiadas veces.',
  unreachable: 'La dirección no responde.',
  status: 'La dirección respondió con un error.',
  tooSlow: 'La dirección tardó demasiado en responder.',
  tooBig: 'El contenido de la dirección es demasiado grande.',
  tooCostly: 'Leer el contenido de la dirección toma demasiado tiempo o memoria.',
  archive:
    'El contenido de la dirección está comprimido de una forma que no se lee (ZIP, xz): use una sin comprimir o con gzip.',
  unreadable: 'El contenido de la dirección no se puede leer.',
}

/** A SourceFailed with the standard message of a failure. */
export const sourceFailed = (failure: SourceFailure): SourceFailed =>
  new SourceFailed(failure, MESSAGES[failure])

export const isSourceFailure = (text: string): text is SourceFailure => Object.hasOwn(MESSAGES, text)
