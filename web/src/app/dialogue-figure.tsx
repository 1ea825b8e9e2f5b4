import { figureWords } from "./figure-words.ts";

const heard = [6, 14, 30, 44, 26, 52, 62, 38, 20, 46, 58, 34, 50, 24, 40, 56, 30, 18, 36, 48, 22, 12, 28, 10];
const said = [8, 22, 40, 30, 54, 46, 24, 36, 60, 42, 28, 50, 16];

function bars(heights: readonly number[], from: number) {
  return heights
    .map((height, at) => {
      const x = from + at * 9;
      return `M${x} ${60 - height / 2}v${height}`;
    })
    .join("");
}

/** A segment as the practice screen draws it: the original on the left, the learner's take on the right. */
export function DialogueFigure() {
  return (
    <figure className="dialogue-figure">
      <blockquote className="voice-heard">
        <span className="speaker">Heard</span>
        <p className="quote-text">{figureWords.heard}</p>
      </blockquote>
      <svg
        viewBox="0 0 348 120"
        role="img"
        aria-label="A waveform: what was heard, then what was said"
        className="figure-wave"
      >
        <g strokeWidth="4" strokeLinecap="round" fill="none">
          <path d={bars(heard, 6)} stroke="var(--heard)" />
          <path d={bars(said, 231)} stroke="var(--said)" />
        </g>
      </svg>
      <blockquote className="voice-said" lang="ne">
        <span className="speaker" lang="en">
          Said
        </span>
        <p className="quote-text">{figureWords.said}</p>
      </blockquote>
    </figure>
  );
}
