import "virtual:amplify.css";
import "./fields.css";

export { PasswordField, TextAreaField, TextField } from "@aws-amplify/ui-react";
