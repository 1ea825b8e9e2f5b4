import { type FormEvent, useState } from "react";
import type { Profile } from "../../../../domain/accounts/profile.ts";
import { languageLabel } from "../../../../domain/content/language.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.ts";
import { LanguageField } from "../language/language-field.tsx";
import { AwaitedLanguages } from "../language/language-wish.tsx";
import {
  changedElsewhere,
  changesOf,
  editLanguage,
  editName,
  fieldErrors,
  type ProfileEdits,
  shownFields,
  withoutSaved,
} from "./profile-edits.ts";
import { useSaveProfile } from "./use-save-profile.ts";

type ProfileTabProps = {
  profile: Profile;
  /** The page holds the edits, so that a change of the tab does not discard the edits. */
  edits: ProfileEdits;
  setEdits: (change: (edits: ProfileEdits) => ProfileEdits) => void;
};

function ChangedElsewhere({ profile, edits, setEdits }: ProfileTabProps) {
  const changed = changedElsewhere(profile, edits);
  const takeStored = () =>
    setEdits((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !changed.some((c) => c === field))));
  return (
    <div role="status">
      {changed.length > 0 && (
        <div className="form-note">
          <p>
            Your saved profile has changed
            {changed.includes("name") && (
              <>
                : the name is now <bdi>{profile.full_name}</bdi>
              </>
            )}
            {changed.includes("language") &&
              `${changed.includes("name") ? ", and" : ":"} the language is now ${languageLabel(profile.language_preference)}`}
            . Save your changes, or use the saved version.
          </p>
          <Button onClick={takeStored}>Use the saved version</Button>
        </div>
      )}
    </div>
  );
}

export function ProfileTab(props: ProfileTabProps) {
  const { profile, edits, setEdits } = props;
  const { save, busy } = useSaveProfile();
  const [languageError, setLanguageError] = useState("");
  const { name, language } = shownFields(profile, edits);
  const errors = fieldErrors(profile, edits);
  const changes = changesOf(profile, edits);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLanguageError(errors.language);
    if (changes) save(changes, (saved) => setEdits((now) => withoutSaved(now, edits, saved)));
  };

  return (
    <section aria-labelledby="profile-heading">
      <h2 id="profile-heading">Personal Information</h2>
      <form className="settings-form" noValidate onSubmit={submit}>
        <ChangedElsewhere {...props} />
        <TextField
          label="Full name"
          name="name"
          autoComplete="name"
          dir="auto"
          isRequired
          value={name}
          hasError={edits.name !== undefined && errors.name !== ""}
          errorMessage={errors.name}
          onChange={({ target }) => setEdits((now) => editName(profile, now, target.value))}
        />
        <TextField
          label="Email"
          type="email"
          name="email"
          isReadOnly
          descriptiveText="Email cannot be changed"
          value={profile.email}
        />
        <LanguageField
          label="Language preference"
          value={language}
          error={languageError}
          onChange={(chosen) => {
            setLanguageError("");
            setEdits((now) => editLanguage(profile, now, chosen));
          }}
        />
        {/* Uses `aria-disabled`, so that the button keeps the focus after a save. */}
        <Button type="submit" variant="ink" busy={busy} aria-disabled={changes === null && errors.language === ""}>
          {busy ? "Saving..." : "Save changes"}
        </Button>
      </form>
      <AwaitedLanguages except={language} />
    </section>
  );
}
