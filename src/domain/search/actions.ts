import { fold } from '../format/text.ts'

interface ActionLabels {
  /** Label of the search result, followed by the record's name. */
  readonly label: string
  /** Further search words, in Spanish. */
  readonly synonyms: readonly string[]
}

/** Actions on a found record. */
export const RECORD_ACTIONS = {
  SALE: { label: 'Vender a', synonyms: ['venta', 'renovar', 'crédito', 'licencia'] },
  TRANSFER: { label: 'Transferir créditos a', synonyms: ['transferencia', 'pasar'] },
  edit: { label: 'Editar', synonyms: ['modificar', 'abrir'] },
  enable: { label: 'Activar a', synonyms: ['habilitar', 'encender'] },
  disable: { label: 'Desactivar a', synonyms: ['deshabilitar', 'bloquear', 'apagar'] },
  reprint: { label: 'Reimprimir', synonyms: ['imprimir', 'recibo'] },
  history: { label: 'Historial de', synonyms: ['visitas'] },
  changes: { label: 'Cambios de', synonyms: ['auditoría'] },
} as const satisfies Record<string, ActionLabels>
export type RecordAction = keyof typeof RECORD_ACTIONS

/** Actions on the current user's session and preferences. */
export const OWN_ACTIONS = {
  dark: { label: 'Tema oscuro', synonyms: ['modo noche'] },
  light: { label: 'Tema claro', synonyms: ['modo día'] },
  jobs: { label: 'Mis tareas', synonyms: ['trabajos', 'segundo plano'] },
  help: { label: 'Atajos de teclado', synonyms: ['ayuda', 'teclas'] },
  signOut: { label: 'Salir', synonyms: ['cerrar sesión', 'desconectar'] },
} as const satisfies Record<string, ActionLabels>
export type OwnAction = keyof typeof OWN_ACTIONS

export const NEW_DEMO_LABEL = 'Nuevo demo'
const DEMO_VERBS = ['nuevo', 'crear', 'agregar', 'registrar']
const DEMO_NOUNS = ['usuario', 'demo']

const actionWords = ({ label, synonyms }: ActionLabels): string[] =>
  fold([label, ...synonyms].join(' ')).split(' ')

/** True if every word of `text` is a prefix of some word of `others`, in any order. */
export const holdsWords = (others: string, text: string): boolean =>
  fold(text)
    .split(' ')
    .every((word) => ` ${fold(others)}`.includes(` ${word}`))

const actionNames = <Name extends string>(actions: Readonly<Record<Name, ActionLabels>>) =>
  // The keys are exactly those of the type.
  Object.keys(actions) as Name[]

/** The current user's actions that match every word of a text. */
export const ownActionsMatching = (text: string): OwnAction[] =>
  actionNames(OWN_ACTIONS).filter(
    (name) => text !== '' && holdsWords(actionWords(OWN_ACTIONS[name]).join(' '), text),
  )

/**
 * True if a text asks for a new demo user, which the action creates at once. Requires whole words and a verb: 'demo'
 * alone may be a name or a profile.
 */
export const asksForDemo = (text: string): boolean => {
  const words = fold(text).split(' ')
  const isVerb = (word: string): boolean => DEMO_VERBS.includes(word)
  return (
    words.includes('demo') &&
    words.some(isVerb) &&
    words.every((word) => isVerb(word) || DEMO_NOUNS.includes(word))
  )
}

/** Shorter prefixes are more likely the beginning of a name than of a verb. */
const MIN_VERB_LENGTH = 4
const PREPOSITIONS = ['a', 'al', 'de', 'del']

const actionsNamed = (word: string): RecordAction[] =>
  word.length < MIN_VERB_LENGTH
    ? []
    : actionNames(RECORD_ACTIONS).filter((name) =>
        actionWords(RECORD_ACTIONS[name]).some(
          (each) => each.length >= MIN_VERB_LENGTH && each.startsWith(word),
        ),
      )

/** The actions that a search text asks for, and the record name to search; '' until a name is typed. */
export interface Command {
  actions: readonly RecordAction[]
  name: string
}

/** Parses a text with an action verb before or after the name. Undefined without a verb. */
export const parseCommand = (text: string): Command | undefined => {
  const words = fold(text).split(' ')
  const verbs = words.filter((word) => actionsNamed(word).length > 0)
  const [first = [], ...others] = verbs.map(actionsNamed)
  const actions = first.filter((name) => others.every((each) => each.includes(name)))
  if (actions.length === 0) return undefined
  const name = words.filter((word) => !verbs.includes(word) && !PREPOSITIONS.includes(word)).join(' ')
  return { actions, name }
}
