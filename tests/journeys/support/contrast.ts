import type { Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'

/** A pair of colours with too little contrast, or a state that looks like another. */
interface Fault {
  element: string
  state: string
  part: string
  ratio: number
  needs: number
}

/** A control, marked in the page by an attribute; controls with equal signatures look alike. */
interface Sample {
  mark: string
  signature: string
}

interface Begun {
  faults: Fault[]
  hasFocus: boolean
}

/** Position of a control, and the element that covers its centre, if any. */
interface Target {
  x: number
  y: number
  coveredBy: string | undefined
}

/**
 * Measures in the page, composing colours through the background and opacity of every ancestor. One function,
 * because Playwright serialises functions without their closure.
 */
function install(): void {
  type Colour = [number, number, number, number]

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const known = new Map<string, Colour>()
  const colourOf = (text: string): Colour => {
    const before = known.get(text)
    if (before || canvas === null) return before ?? [0, 0, 0, 0]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    known.set(text, [red, green, blue, alpha / 255])
    return [red, green, blue, alpha / 255]
  }
  const mix = (over: Colour, under: Colour, share: number): Colour => {
    const part = (index: 0 | 1 | 2) => over[index] * share + under[index] * (1 - share)
    return [part(0), part(1), part(2), 1]
  }
  const ancestors = (element: Element): Element[] => {
    const parent = element.parentElement
    return parent === null ? [element] : [...ancestors(parent), element]
  }
  /** The visible colour of a paint inside an element. */
  const seen = (colour: Colour, inside: Element): Colour => {
    const within = (chain: Element[], backdrop: Colour): Colour => {
      const [first, ...rest] = chain
      if (first === undefined) return mix(colour, backdrop, colour[3])
      const style = getComputedStyle(first)
      const own = colourOf(style.backgroundColor)
      return mix(within(rest, mix(own, backdrop, own[3])), backdrop, Number(style.opacity))
    }
    return within(ancestors(inside), [255, 255, 255, 1])
  }
  const CLEAR: Colour = [0, 0, 0, 0]
  const ground = (element: Element): Colour => seen(CLEAR, element)
  const behind = (element: Element): Colour => ground(element.parentElement ?? document.documentElement)
  const luminance = (colour: Colour): number => {
    const linear = (index: 0 | 1 | 2) => {
      const value = colour[index] / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
  }
  const ratio = (one: Colour, other: Colour): number => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  const isVisible = (element: Element): boolean => {
    const { width, height, bottom } = element.getBoundingClientRect()
    return (
      width > 1 &&
      bottom + window.scrollY > 0 &&
      height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const isDisabled = (element: Element): boolean =>
    element.closest(':disabled, [aria-disabled=true], .Mui-disabled') !== null ||
    element.querySelector(':disabled') !== null
  const nameOf = (element: Element): string => {
    const classes = [...element.classList].filter((name) => !/^css-|[^R]oot$/.test(name) || /^Mui/.test(name))
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)
    return `${element.tagName.toLowerCase()}.${classes.slice(0, 6).join('.')} «${text}»`
  }

  const CONTROLS =
    'button, a[href], input, textarea, summary, [role=button], [role=combobox], [role=tab], [role=option], [role=menuitem], [role=gridcell][tabindex], tr[data-record]'
  /** The topmost dialog or menu, else the page. */
  const stage = (): Element => {
    const above = [
      ...document.querySelectorAll(
        '[role=presentation].MuiModal-root, .MuiAutocomplete-popper, header [role=menu], main [role=menu]',
      ),
    ]
    return above.filter(isVisible).at(-1) ?? document.body
  }
  const STATES = [
    'aria-pressed',
    'aria-selected',
    'aria-current',
    'aria-invalid',
    'aria-sort',
    'aria-expanded',
  ]
  const signatureOf = (element: Element): string => {
    const box = element.closest('.MuiInputBase-root, .MuiCheckbox-root') ?? element
    const classes = [...new Set([...element.classList, ...box.classList])].filter(
      (name) => !name.startsWith('css-'),
    )
    const states = STATES.map((name) => `${name}=${element.getAttribute(name) ?? ''}`)
    const { color } = getComputedStyle(element)
    return [
      element.tagName,
      ...classes.filter((name) => name !== 'Mui-focusVisible').sort(),
      ...states,
      isDisabled(element),
      element instanceof HTMLInputElement ? `${element.checked} ${element.value !== ''}` : '',
      color,
      behind(box).join(),
    ].join(' ')
  }

  let marks = 0
  const samples = (): Sample[] => {
    const found = new Map<string, string>()
    for (const before of document.querySelectorAll('[data-contrast]')) before.removeAttribute('data-contrast')
    for (const element of stage().querySelectorAll(CONTROLS)) {
      const box = element.closest('.MuiCheckbox-root') ?? element
      const signature = signatureOf(element)
      if (found.has(signature) || !isVisible(box) || element.closest('[aria-hidden=true]') !== null) continue
      marks += 1
      element.setAttribute('data-contrast', String(marks))
      found.set(signature, String(marks))
    }
    return [...found].map(([signature, mark]) => ({ signature, mark }))
  }

  const marked = (mark: string): HTMLElement => {
    const element = document.querySelector<HTMLElement>(`[data-contrast="${mark}"]`)
    if (element === null) throw new Error(`${mark} is gone`)
    return element
  }
  const measure = (mark: string, state: string): Fault[] => {
    const element = marked(mark)
    const faults: Fault[] = []
    const disabled = isDisabled(element)
    const check = (part: string, one: Colour, other: Colour, needs: number): void => {
      const found = ratio(one, other)
      if (found < needs)
        faults.push({ element: nameOf(element), state, part, ratio: Number(found.toFixed(2)), needs })
    }
    // WCAG exempts disabled controls; they should still be readable.
    const textNeeds = ({ fontSize, fontWeight }: CSSStyleDeclaration): number => {
      const size = Number.parseFloat(fontSize)
      return disabled || size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
    }
    const isField = element.matches('input, textarea, [role=combobox]')
    const box = (isField ? element.closest('.MuiCheckbox-root, .MuiInputBase-root') : null) ?? element

    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement
      if (parent === null || node.textContent?.trim() === '' || !isVisible(parent)) continue
      const style = getComputedStyle(parent)
      check(
        `text “${node.textContent?.trim().slice(0, 20)}”`,
        seen(colourOf(style.color), parent),
        ground(parent),
        textNeeds(style),
      )
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      const style = getComputedStyle(element)
      if (element.value !== '' && !['checkbox', 'radio'].includes(element.type))
        check('value', seen(colourOf(style.webkitTextFillColor), element), ground(element), textNeeds(style))
      if (element.value === '' && element.placeholder !== '') {
        const hint = getComputedStyle(element, '::placeholder')
        const shown = mix(seen(colourOf(hint.color), element), ground(element), Number(hint.opacity))
        check('placeholder', shown, ground(element), textNeeds(style))
      }
    }
    for (const icon of box.querySelectorAll('svg.MuiSvgIcon-root')) {
      if (!isVisible(icon)) continue
      check(
        'icon',
        seen(colourOf(getComputedStyle(icon).color), icon.parentElement ?? icon),
        ground(icon.parentElement ?? icon),
        3,
      )
    }
    const frame = box.querySelector(':scope > .MuiOutlinedInput-notchedOutline')
    if (frame !== null && !disabled)
      check('frame', seen(colourOf(getComputedStyle(frame).borderTopColor), box), behind(box), 3)
    if (element.matches('input[role=switch]')) {
      const needs = disabled ? 1.5 : 3
      const { backgroundColor, opacity } = getComputedStyle(element, '::before')
      const shown = mix(colourOf(backgroundColor), behind(element), Number(opacity))
      check('track', shown, behind(element), needs)
      const thumb = colourOf(getComputedStyle(element, '::after').backgroundColor)
      check('thumb', mix(thumb, shown, thumb[3]), shown, needs)
    }

    if (state.includes('focus') && !disabled) {
      const candidates = [element, box]
      const rings = candidates.flatMap((each) => {
        const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(each)
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return []
        const around = Number.parseFloat(outlineOffset) < 0 ? ground(each) : behind(each)
        return [ratio(colourOf(outlineColor), around)]
      })
      if (frame !== null) {
        const { borderTopWidth, borderTopColor } = getComputedStyle(frame)
        if (Number.parseFloat(borderTopWidth) >= 2)
          rings.push(ratio(seen(colourOf(borderTopColor), box), behind(box)))
      }
      if (element instanceof HTMLInputElement && frame === null) {
        const { borderTopColor, borderTopWidth } = getComputedStyle(element)
        if (Number.parseFloat(borderTopWidth) >= 2)
          rings.push(ratio(seen(colourOf(borderTopColor), element), behind(element)))
      }
      const best = Math.max(0, ...rings)
      if (best < 3)
        faults.push({ element: nameOf(element), state, part: 'focus indicator', ratio: best, needs: 3 })
    }

    const isChosen =
      ['aria-pressed', 'aria-selected'].some((name) => element.getAttribute(name) === 'true') ||
      element.hasAttribute('aria-current') ||
      element.matches('.Mui-selected, [data-current]')
    if (isChosen && !disabled) {
      const shadow = /(rgba?\([^)]+\)|color\([^)]+\))/.exec(getComputedStyle(element).boxShadow)?.[1]
      const indicator = element.closest('.MuiTabs-root')?.querySelector('.MuiTabs-indicator')
      const best = Math.max(
        ratio(ground(element), behind(element)),
        shadow === undefined ? 1 : ratio(seen(colourOf(shadow), element), ground(element)),
        indicator ? ratio(ground(indicator), behind(indicator)) : 1,
      )
      if (best < 3)
        faults.push({
          element: nameOf(element),
          state,
          part: 'mark of the chosen one',
          ratio: Number(best.toFixed(2)),
          needs: 3,
        })
    }
    // A focus ripple would lie between the text and its background.
    if (element.querySelector('.MuiTouchRipple-childPulsate')?.checkVisibility())
      faults.push({
        element: nameOf(element),
        state,
        part: 'pulsating ripple over the text',
        ratio: 0,
        needs: 1,
      })
    return faults
  }
  /** React has rendered the effect of an event by the next frame. */
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const begin = async (mark: string): Promise<Begun> => {
    const faults = measure(mark, 'rest')
    const element = marked(mark)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    element.focus({ preventScroll: true })
    await nextFrame()
    const hasFocus = document.activeElement === element
    if (hasFocus) faults.push(...measure(mark, 'focus'))
    return { faults, hasFocus }
  }
  const target = (mark: string): Target => {
    const element = marked(mark)
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    // Near its start: the rest of a long text may be clipped.
    const [x, y] = [left + Math.min(width / 2, 16), top + height / 2]
    // Disabled controls ignore the pointer.
    const isReached = element.matches(':hover') || isDisabled(element) || !isVisible(element)
    const over = document.elementFromPoint(x, y)
    return { x, y, coveredBy: isReached ? undefined : over === null ? 'nothing' : nameOf(over) }
  }
  window.contrast = { samples, begin, target, measure, nextFrame }
}

declare global {
  interface Window {
    /** Set by `install`. */
    contrast: {
      samples: () => Sample[]
      begin: (mark: string) => Promise<Begun>
      target: (mark: string) => Target
      measure: (mark: string, state: string) => Fault[]
      nextFrame: () => Promise<unknown>
    }
  }
}

/** Moves the pointer onto a control, and again if the layout moved it away meanwhile. */
async function hover(page: Page, mark: string, signature: string): Promise<void> {
  const target = () => page.evaluate((asked) => window.contrast.target(asked), mark)
  await expect
    .poll(
      async () => {
        const { x, y } = await target()
        await page.mouse.move(x, y)
        await page.evaluate(() => window.contrast.nextFrame())
        return (await target()).coveredBy
      },
      { message: `the pointer reaches ${signature}` },
    )
    .toBeUndefined()
}

async function faultsOf(page: Page, done: Set<string>): Promise<Fault[]> {
  const faults: Fault[] = []
  await page.mouse.move(0, 0)
  const all = await page.evaluate(() => window.contrast.samples())
  for (const { mark, signature } of all.filter((sample) => !done.has(sample.signature))) {
    done.add(signature)
    const begun = await page.evaluate((asked) => window.contrast.begin(asked), mark)
    await hover(page, mark, signature)
    const state = begun.hasFocus ? 'focus and hover' : 'hover'
    const hovered = await page.evaluate((asked) => window.contrast.measure(...asked), [mark, state] as const)
    faults.push(...begun.faults, ...hovered)
    await page.mouse.move(0, 0)
  }
  return faults
}

/**
 * Fails on controls of the page, or of its topmost dialog or menu, with too little contrast in any state, in the light
 * and the dark theme. Skips the signatures in `done`.
 */
export async function expectContrast(page: Page, done: Set<string>): Promise<void> {
  await page.evaluate(install)
  // A key press makes later focus changes match :focus-visible.
  await page.keyboard.press('Shift')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const faults = await faultsOf(page, done)
    expect.soft(faults, `contrast of ${page.url()}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
