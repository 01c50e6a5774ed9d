/**
 * The paper of the receipt. It is a little lower than its page and cuts off what is longer: however long the names
 * are, there is never a second page. Names have two lines each.
 */
export const RECEIPT_STYLE = `
@page { size: 80mm 72mm; margin: 0; }
.receipt { display: none; }
@media print {
  html, body { margin: 0 !important; padding: 0 !important; background: #fff !important; overflow: visible !important; }
  body > *:not(.receipt) { display: none !important; }
  .receipt {
    display: block;
    box-sizing: border-box;
    width: 80mm;
    height: 71mm;
    padding: 4mm 5mm 0;
    overflow: hidden;
    break-inside: avoid;
    color: #000;
    background: #fff;
    font: 9pt/1.25 Inter, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  }
  .receipt header {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    padding-bottom: 1.5mm;
    margin-bottom: 1.5mm;
    border-bottom: 1px solid #000;
  }
  .receipt header strong { font-size: 12pt; }
  .receipt-mark {
    margin: 0 0 1.5mm;
    border: 1px solid #000;
    font-weight: 700;
    letter-spacing: 0.08em;
    text-align: center;
  }
  .receipt dl { margin: 0; }
  .receipt dl div { display: flex; justify-content: space-between; gap: 3mm; padding: 0.35mm 0; }
  .receipt dt { flex: none; }
  .receipt dd {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    margin: 0;
    overflow: hidden;
    font-weight: 600;
    text-align: right;
    overflow-wrap: anywhere;
  }
}
`
