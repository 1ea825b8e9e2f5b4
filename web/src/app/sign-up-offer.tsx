import { paths } from "../../../domain/http/pages.ts";
import { useCatalogue } from "../features/content/catalogue.ts";
import { offerText } from "../features/content/catalogue-words.ts";
import "./sign-up-offer.css";

/** Shows on the sign-up page how many dialogues there are, and links to the list by language. */
export function SignUpOffer() {
  const catalogue = useCatalogue();
  return (
    <aside className="sign-up-offer" aria-label="What there is to practise">
      <p>
        {/* A new document, so that the browser goes to the part of the page. */}
        <a href={`${paths.home}#languages`}>See what each language has</a>
      </p>
      <p className="sign-up-total">{catalogue && offerText(catalogue, null)}</p>
    </aside>
  );
}
