import { VERDICTS, type Verdict } from '../../../domain/contents/link-verdict.ts'
import { Tag } from '../../kit/display/display.tsx'

const SIGNS = { down: '✕', unknown: '?', unchecked: '○', up: '✓' } as const satisfies Record<Verdict, string>
const TONES = { down: 'red', unknown: 'yellow', unchecked: undefined, up: 'green' } as const

/** A verdict with a sign besides its colour; characters instead of icons, since a list has a hundred of them. */
export const VerdictTag = ({ verdict, title }: { verdict: Verdict; title?: string }) => (
  <Tag tone={TONES[verdict]} {...(title === undefined ? {} : { title })}>
    <span aria-hidden="true">{SIGNS[verdict]}</span> {VERDICTS[verdict]}
  </Tag>
)
