/** The woven band of diamonds, arcs, bars and crosses, in the current text colour. Once a page. */
export function AdireBand() {
  return <div className="adire" aria-hidden="true" />;
}
