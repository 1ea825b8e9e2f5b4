import "virtual:amplify.css";
import "./fields.css";

/** Labelled fields under the product's theme. */
export { PasswordField, TextAreaField, TextField } from "@aws-amplify/ui-react";
