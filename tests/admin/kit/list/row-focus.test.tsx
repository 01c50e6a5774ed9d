import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, it } from 'vitest'
import { useRowFocus } from '../../../../src/admin/kit/list/row-focus.ts'

interface Row {
  id: string
  isDone?: boolean
}

const Rows = ({ records }: { records: readonly Row[] }) => {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowFocus(body, records)
  return (
    <table>
      <tbody ref={body}>
        {records.map(({ id, isDone }) => (
          <tr key={id} data-record={id}>
            <td>
              <a href={`#${id}`}>{`ver ${id}`}</a>
            </td>
            <td>{isDone ? null : <button type="button">{`reparar ${id}`}</button>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ROWS: readonly Row[] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const button = (name: string) => screen.getByRole('button', { name })
const open = () => {
  const { rerender } = render(<Rows records={ROWS} />)
  act(() => button('reparar b').focus())
  return (records: readonly Row[]) => rerender(<Rows records={records} />)
}

describe('the focus in a list', () => {
  it('moves to the link of its row if its button disappears', () => {
    const show = open()
    show([{ id: 'a' }, { id: 'b', isDone: true }, { id: 'c' }])
    expect(screen.getByRole('link', { name: 'ver b' })).toHaveFocus()
  })

  it('moves to the same button of the row in its place if its row leaves, the last one at the end', () => {
    const show = open()
    show([{ id: 'a' }, { id: 'c' }])
    expect(button('reparar c')).toHaveFocus()
    show([{ id: 'a' }])
    expect(button('reparar a')).toHaveFocus()
  })

  it('returns once a dialog closes, if its button disappeared meanwhile', async () => {
    const show = open()
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    show([{ id: 'a' }, { id: 'b', isDone: true }, { id: 'c' }])
    expect(document.body).toHaveFocus()
    await act(async () => dialog.remove())
    expect(screen.getByRole('link', { name: 'ver b' })).toHaveFocus()
  })

  it('does not return after a press elsewhere', () => {
    const show = open()
    act(() => {
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      button('reparar b').blur()
    })
    show([{ id: 'a' }, { id: 'c' }])
    expect(document.body).toHaveFocus()
  })
})
