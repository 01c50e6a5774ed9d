import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { answerTextError, MAX_COMMENT } from '../../../../domain/support/issue-comment.ts'
import { useSettings } from '../../../api/settings.ts'

const NONE = ''
const OTHER = '…'

interface AnswerFieldProps {
  /** Blank for no answer. */
  text: string
  onText: (text: string) => void
}

/** The answer that goes with a repair: none, a prepared one, or another. */
export const AnswerField = ({ text, onText }: AnswerFieldProps) => {
  const { data: settings } = useSettings()
  const templates = settings?.answerTemplates ?? []
  const [choice, setChoice] = useState(text.trim() === '' ? NONE : OTHER)
  const input = useRef<HTMLTextAreaElement>(null)
  const error = text.trim() === '' ? undefined : answerTextError(text)
  const choose = (next: string): void => {
    setChoice(next)
    if (next !== OTHER) onText(templates.find(({ name }) => name === next)?.text ?? '')
    // After the menu has returned the focus to the select.
    else setTimeout(() => input.current?.focus())
  }
  return (
    <>
      <TextField
        select
        name="answer"
        label="Respuesta a quienes lo reportaron"
        value={choice}
        onChange={(event) => choose(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={NONE}>Sin respuesta</MenuItem>
        {templates.map(({ name }) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
        <MenuItem value={OTHER}>Otra respuesta…</MenuItem>
      </TextField>
      {choice === NONE ? null : (
        <TextField
          multiline
          inputRef={input}
          name="answerText"
          label="Respuesta"
          value={text}
          minRows={2}
          maxRows={4}
          error={error !== undefined}
          helperText={error ?? `${text.length} / ${MAX_COMMENT}`}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </>
  )
}
